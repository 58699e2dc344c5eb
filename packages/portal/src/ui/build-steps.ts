/** The steps of a build. */
import type { PortalTexts } from '@guidebook/messages/portal'

const steps = {
  input: 'stepInput',
  content: 'stepContent',
  translation: 'stepTranslation',
  tracks: 'stepTracks',
  images: 'stepImages',
  rendering: 'stepRendering',
  storing: 'stepStoring',
} as const satisfies Record<string, keyof PortalTexts>

/** What the builder does now. A step of a newer builder is only called running. */
export function stepText(step: string | null, t: PortalTexts): string {
  if (step === null) return t.buildWaiting
  return Object.hasOwn(steps, step) ? t[steps[step as keyof typeof steps]] : t.buildRunning
}
