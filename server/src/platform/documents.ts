import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { OpenApiDocument } from './openapi.ts'

// Tokens are typed into this page, so the browser may load nothing from, and send nothing to, anybody but this server.
const ONLY_OURSELVES =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'self'; base-uri 'self'; form-action 'self'"

/** The document for programs at `/openapi.json` (also under the prefix), and for people, with requests to try, at `/docs`. */
export async function addDocuments(http: FastifyInstance, prefix: string, document: OpenApiDocument): Promise<void> {
  const text = JSON.stringify(document)
  for (const url of [`${prefix}/openapi.json`, '/openapi.json'])
    http.get(url, async (_request, reply) => reply.type('application/json').header('Cache-Control', 'no-cache').send(text))

  await http.register(async scope => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'Content-Security-Policy': ONLY_OURSELVES, 'Cache-Control': 'public, max-age=600' })
    })
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: `${prefix}/openapi.json`,
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
  })
}
