import type { OperationId } from '@guidebook/contracts'

/** What a seller may do with a release that an operator shared with it; all else is the operator's alone. */
export const sellers: ReadonlySet<string> = new Set<OperationId>([
  'readRelease',
  'readReleaseBuild',
  'followReleaseBuild',
  'previewPage',
  'previewRoadbook',
  'previewGpx',
  'setSellerCode',
])
