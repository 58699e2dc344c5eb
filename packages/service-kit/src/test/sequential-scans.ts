import type { Knex } from 'knex'
import { deleteExpired, type RetentionRule } from '../database/retention.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** The tables that PostgreSQL reads as a whole to delete a batch of expired rows. Fill and analyze them first: small ones always are. */
export async function sequentialScans(knex: Knex, rule: RetentionRule): Promise<string[]> {
  const { rows } = await knex.raw(`EXPLAIN (FORMAT JSON) ${deleteExpired(rule)}`, {
    now: new Date(),
    keepMs: rule.keepMs ?? 0,
    batch: 1_000,
    after: '-infinity',
  })
  const scans = ({ 'Node Type': type, 'Relation Name': table = '', Plans = [] }: PlanNode): string[] => [
    ...(type === 'Seq Scan' ? [table] : []),
    ...Plans.flatMap(scans),
  ]
  return scans(rows[0]['QUERY PLAN'][0].Plan)
}
