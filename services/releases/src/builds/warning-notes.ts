import { currentRequestId } from '@guidebook/service-kit'
import type { AuditNote } from '../audit/audit-note.ts'
import { type BuildWarning, sentenceOf } from './build-warning.ts'

/** What a build could not do as it was asked, as entries of the release's log. */
export const notesOfWarnings = (warnings: readonly BuildWarning[]): AuditNote[] =>
  warnings.map(({ severity, code, message, externalId, pointer }) => ({
    actor: 'builder',
    action: 'build.warning',
    severity,
    message: sentenceOf({ message, externalId }),
    code,
    requestId: currentRequestId(),
    after: externalId === null && pointer === null ? null : { externalId, pointer },
  }))
