import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as the collector received it. */
export interface CollectedSpan {
  service: unknown
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER'
  failed: boolean
  attributes: Record<string, unknown>
}

export type Collector = Awaited<ReturnType<typeof startCollector>>

/** An OpenTelemetry collector (OTLP over HTTP) that stores everything it receives. It parses spans and metrics only from JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  /** Names of all metrics. */
  const metrics = new Set<string>()
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    const contentType = request.headers['content-type'] ?? ''
    const isJson = contentType.startsWith('application/json')
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(isJson ? body : '{}') as Export
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = attributesOf(resource.attributes)['service.name']
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...collected(span), service })))
    }
    for (const { scopeMetrics } of resourceMetrics) {
      for (const { name } of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.add(name)
    }
    response.writeHead(200, { 'content-type': contentType }).end(isJson ? '{}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
    url: `http://127.0.0.1:${port}`,
    spans,
    metrics,
    /** The bodies of all requests, as text: everything that was exported. */
    received: () => bodies.join('\n'),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The parts of OTLP that are read here (opentelemetry-proto, JSON mapping). */
interface Export {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[]
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: Attribute[]
}
interface Attribute {
  key: string
  value: Record<string, unknown>
}

const kinds = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const

const collected = ({ kind, status, attributes, parentSpanId, ...span }: Span) => ({
  ...span,
  parentSpanId,
  // Numbered from 1 (SPAN_KIND_INTERNAL).
  kind: kinds[kind - 1] ?? 'INTERNAL',
  // STATUS_CODE_ERROR
  failed: status.code === 2,
  attributes: attributesOf(attributes),
})

const attributesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
