import type { ImportRow, ImportRun } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Tone } from '../ui/badge.tsx'

export const runStates = ['quarantined', 'processing', 'completed', 'failed'] as const
export type RunState = ImportRun['state']

const runTones: Record<RunState, Tone> = {
  quarantined: 'warning',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
}

/** A file is completed when each row has its outcome: some may have failed. */
export const runTone = ({ state, counts }: Pick<ImportRun, 'state' | 'counts'>): Tone =>
  state === 'completed' && counts.failed > 0 ? 'warning' : runTones[state]

export const runStateText = (state: RunState, t: PortalTexts): string =>
  ({ quarantined: t.runQuarantined, processing: t.runProcessing, completed: t.runCompleted, failed: t.runFailed })[
    state
  ]

export const rowStatuses = ['created', 'changed', 'unchanged', 'failed', 'pending'] as const
export type RowStatus = ImportRow['status']

export const rowTone: Record<RowStatus, Tone> = {
  created: 'good',
  changed: 'good',
  unchanged: 'quiet',
  failed: 'bad',
  pending: 'busy',
}

export const rowStatusText = (status: RowStatus, t: PortalTexts): string =>
  ({
    created: t.rowCreated,
    changed: t.rowChanged,
    unchanged: t.rowUnchanged,
    failed: t.rowFailed,
    pending: t.rowPending,
  })[status]

/** "3 created, 1 failed". */
export function countsText(counts: ImportRun['counts'], t: PortalTexts): string {
  const text: Record<RowStatus, PortalTexts['rowsCreated']> = {
    created: t.rowsCreated,
    changed: t.rowsChanged,
    unchanged: t.rowsUnchanged,
    failed: t.rowsFailed,
    pending: t.rowsPending,
  }
  const parts = rowStatuses.filter((status) => counts[status] > 0)
  return parts.map((status) => text[status]({ n: counts[status] })).join(', ') || '–'
}
