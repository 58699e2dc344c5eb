import { appendFile } from 'node:fs/promises'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, hrTimeToMilliseconds } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

/** One span as a line of the file. Times in milliseconds since 1970. */
export interface SpanLine {
  service: unknown
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: string
  start: number
  durationMs: number
  failed: boolean
  attributes: Record<string, unknown>
}

/** Appends spans to a file, one JSON line each: for looking at traces where no tracing system is at hand. Processes may share the file. */
export function spanFile(path: string): SpanExporter {
  let writing = Promise.resolve()
  const append = (spans: readonly ReadableSpan[]): Promise<ExportResult> => {
    const lines = spans.map((span) => `${JSON.stringify(lineOf(span))}\n`).join('')
    const written = writing.then(() => appendFile(path, lines))
    writing = written.catch(() => undefined)
    return written.then(
      () => ({ code: ExportResultCode.SUCCESS }),
      (error: Error) => ({ code: ExportResultCode.FAILED, error }),
    )
  }
  return {
    export: (spans, done) => void append(spans).then(done),
    forceFlush: () => writing,
    shutdown: () => writing,
  }
}

function lineOf(span: ReadableSpan): SpanLine {
  const { traceId, spanId } = span.spanContext()
  return {
    service: span.resource.attributes['service.name'],
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId ?? null,
    name: span.name,
    kind: SpanKind[span.kind],
    start: hrTimeToMilliseconds(span.startTime),
    durationMs: hrTimeToMilliseconds(span.duration),
    failed: span.status.code === SpanStatusCode.ERROR,
    attributes: span.attributes,
  }
}
