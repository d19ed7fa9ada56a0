import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { OpenApiDocument } from './openapi.ts'

// Tokens are typed into this page, so the browser may load nothing from, and send nothing to, anybody but this server.
const ONLY_OURSELVES =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'self'; base-uri 'self'; form-action 'self'"

/** The document for programs at `/openapi.json` (also under the prefix), and for people, with requests to try, at `/docs`. */
export async function addDocuments(http: FastifyInstance, prefix: string, document: OpenApiDocument): Promise<void> {
  const text = JSON.stringify(document)
  for (const url of [`${prefix}/openapi.json`, '/openapi.json'])
    http.get(url, async (_request, reply) => reply.type('application/json').header('Cache-Control', 'no-cache').send(text))

  // The page brings megabytes of its own, so it is loaded when somebody first looks at it.
  let page: Promise<FastifyInstance> | undefined
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= referencePage(`${prefix}/openapi.json`)
    const { statusCode, headers, rawPayload } = await (await page).inject({ method: 'GET', url: request.url })
    const { 'content-type': type, location } = headers
    reply.headers({ 'Content-Security-Policy': ONLY_OURSELVES, 'Cache-Control': 'public, max-age=600' })
    if (location) reply.header('Location', location)
    if (type) reply.type(String(type))
    return reply.code(statusCode).send(rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) http.get(url, show)
}

async function referencePage(url: string): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url,
      pageTitle: 'Shopwright API reference',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      proxyUrl: '',
    },
  })
  return page
}
