/** An image while it is edited. */

/** `stored`: as it is, also if there is none. */
export type PictureDraft = 'stored' | 'none' | { image: Blob; base64: string }

/** The field of a body that changes an image. */
export const imageChange = (draft: PictureDraft): { imageBase64?: string | null } => {
  if (draft === 'stored') return {}
  return { imageBase64: draft === 'none' ? null : draft.base64 }
}
