import type { OperationId } from '@guidebook/contracts'

/** Operations that a seller may call on a release that an operator shared with it. All others are for the operator only. */
export const sellerOperations: ReadonlySet<string> = new Set<OperationId>([
  'readRelease',
  'readReleaseBuild',
  'followReleaseBuild',
  'previewPage',
  'previewRoadbook',
  'previewGpx',
  'diagnoseRelease',
  'setSellerCode',
])
