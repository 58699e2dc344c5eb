import { type Span, SpanKind, trace } from '@opentelemetry/api'
import type { Knex } from 'knex'
import { markFailed, tracer, typeOf } from './tracer.ts'

/** What knex tells of a statement that it sends, and again when it is done. */
interface Statement {
  __knexQueryUid: string
  sql: string
  options?: { name?: string }
}

/** Makes a span of every statement that belongs to a trace which is kept. It shows the statement, never its values. */
export function traceQueries(knex: Knex): void {
  const open = new Map<string, Span>()

  const end = ({ __knexQueryUid: id }: Statement): Span | undefined => {
    const span = open.get(id)
    open.delete(id)
    return span
  }
  knex.on('query', (statement: Statement) => {
    if (!trace.getActiveSpan()?.isRecording()) return
    const { __knexQueryUid: id, sql, options } = statement
    const span = tracer.startSpan(options?.name ?? sql.split(' ', 1)[0] ?? sql, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
    })
    open.set(id, span)
  })
  knex.on('query-response', (_rows: unknown, statement: Statement) => end(statement)?.end())
  knex.on('query-error', (error: unknown, statement: Statement) => {
    const span = end(statement)
    if (span === undefined) return
    markFailed(span, typeOf(error))
    span.end()
  })
}
