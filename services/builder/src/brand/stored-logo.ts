import type { Logo } from '@guidebook/roadbook'

/** A logo for book and page, with its key in the object store; `bytes` is its size. */
export type StoredLogo = Omit<Logo, 'bytes'> & { key: string; bytes: number }

export const logoMediaType = 'image/png'
