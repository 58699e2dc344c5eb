import type { Logo } from '@guidebook/roadbook'

/** A logo as the book and the page take it, with its place in the object store; `bytes` is its size. */
export type StoredLogo = Omit<Logo, 'bytes'> & { key: string; bytes: number }

export const logoMediaType = 'image/png'
