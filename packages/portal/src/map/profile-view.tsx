import { useMemo } from 'react'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import classes from './profile-view.module.css'
import { type Point, profileOf } from './way.ts'

const width = 600
const height = 140

/** The heights along a track. The caption has the lowest and the highest as text. */
export function ProfileView({ points }: { points: readonly Point[] }) {
  const t = useTexts()
  const formats = useFormats()
  const profile = useMemo(() => profileOf(points), [points])
  if (profile === null) return null
  const { length, lowest, highest } = profile
  const range = Math.max(1, highest - lowest)
  const at = ({ metres, ele }: { metres: number; ele: number }) =>
    `${((metres / Math.max(1, length)) * width).toFixed(1)} ${(height - 8 - ((ele - lowest) / range) * (height - 20)).toFixed(1)}`
  const line = profile.points.map(at).join(' L')
  const metre = (value: number) => formats.number(Math.round(value), { style: 'unit', unit: 'meter' })
  const text = t.profileText({ lowest: metre(lowest), highest: metre(highest) })
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={text}
        preserveAspectRatio="none"
        className={classes.svg}
      >
        <path d={`M0 ${height} L${line} L${width} ${height}Z`} className={classes.area} />
        <path d={`M${line}`} className={classes.line} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
}
