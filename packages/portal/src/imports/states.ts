import type { ImportRow, ImportRun } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Formats } from '../i18n/formats.ts'
import type { Tone } from '../ui/badge.tsx'

export const runStates = ['quarantined', 'processing', 'completed', 'failed'] as const
export type RunState = ImportRun['state']

export const runTone: Record<RunState, Tone> = {
  quarantined: 'warning',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
}

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
export function countsText(counts: ImportRun['counts'], t: PortalTexts, formats: Formats): string {
  const parts = rowStatuses.filter((status) => counts[status] > 0)
  return parts.length === 0
    ? '–'
    : parts.map((status) => `${formats.number(counts[status])} ${rowStatusText(status, t)}`).join(', ')
}
