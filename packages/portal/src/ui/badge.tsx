import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

export type Tone = 'good' | 'busy' | 'warning' | 'bad' | 'quiet'

const colors: Record<Tone, string> = { good: 'green', busy: 'blue', warning: 'orange', bad: 'red', quiet: 'gray' }

/** A narrow column must not cut the text. */
const whole = { label: { overflow: 'visible' } }

/** A state as text. Colour never carries the meaning alone. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge color={colors[tone]} variant="light" radius="sm" tt="none" miw="fit-content" styles={whole}>
      {children}
    </Badge>
  )
}
