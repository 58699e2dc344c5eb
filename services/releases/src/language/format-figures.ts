import { LRUCache } from 'lru-cache'

/** Figures as people write them in a language. */
export interface Figures {
  /** Metres as kilometres with one decimal: rounded further, long stages would not add up. */
  kilometres(metres: number): string
  metres(metres: number): string
  /** Seconds as hours and minutes. */
  duration(seconds: number): string
  /** Bytes as kB or MB. */
  size(bytes: number): string
}

const cached = new LRUCache<string, Figures>({ max: 1_000, memoMethod: makeFigures })

export const figuresIn = (lang: string): Figures => cached.memo(lang)

function makeFigures(lang: string): Figures {
  // No line break between a number and its unit.
  const unit = (name: string, digits = 0): ((value: number) => string) => {
    const format = new Intl.NumberFormat([lang, 'en'], {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
      // A value that is rounded to 0 has no sign.
      signDisplay: 'negative',
    })
    return (value) => format.format(value).replaceAll(' ', '\u00A0')
  }
  const [kilometre, metre] = [unit('kilometer', 1), unit('meter')]
  const [kilobyte, megabyte] = [unit('kilobyte'), unit('megabyte', 1)]
  return {
    kilometres: (metres) => kilometre(metres / 1000),
    metres: metre,
    duration(seconds) {
      const minutes = Math.round(seconds / 60)
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
      // "h" and "min" are the SI's symbols, the same in every language.
      if (hours === 0) return `${rest}\u00A0min`
      return rest === 0 ? `${hours}\u00A0h` : `${hours}\u00A0h ${rest}\u00A0min`
    },
    size: (bytes) => (bytes < 1_000_000 ? kilobyte(Math.ceil(bytes / 1000)) : megabyte(bytes / 1_000_000)),
  }
}
