import { styleText } from 'node:util'

type Style = (text: string) => string

/** Styles of texts. */
export interface Paint {
  strong: Style
  faint: Style
  good: Style
  warning: Style
  bad: Style
}

const styled =
  (format: Parameters<typeof styleText>[0]): Style =>
  (text) =>
    styleText(format, text, { validateStream: false })

export const colours: Paint = {
  strong: styled('bold'),
  faint: styled('dim'),
  good: styled('green'),
  warning: styled('yellow'),
  bad: styled('red'),
}

const same: Style = (text) => text
export const noColours: Paint = { strong: same, faint: same, good: same, warning: same, bad: same }

interface PaintSources {
  stream: { isTTY?: boolean | undefined }
  env: Readonly<Record<string, string | undefined>>
  /** False: `--no-color`. */
  enabled: boolean
}

/** Colours only for a terminal that supports them, unless the user declined them (https://no-color.org). */
export function paintFor({ stream, env, enabled }: PaintSources): Paint {
  const declined = !enabled || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return stream.isTTY === true && !declined ? colours : noColours
}
