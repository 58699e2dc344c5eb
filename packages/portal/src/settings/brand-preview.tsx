/** The head of the traveller's page and the cover of the roadbook, sketched in the colours of the account. */
import { Text } from '@mantine/core'
import { useTexts } from '../i18n/texts.tsx'
import { shownColor, textOn } from './brand-colors.ts'
import classes from './brand-preview.module.css'
import { usePreviewedLogo } from './preview-logo.tsx'

interface Brand {
  name: string
  primary: string
  secondary: string
  logo: string
}

export function BrandPreview({ name, logo, ...colors }: Brand) {
  const t = useTexts()
  const shown = usePreviewedLogo(logo)
  const primary = shownColor(colors.primary)
  const secondary = shownColor(colors.secondary)
  const onPrimary = textOn(primary)
  const head = { background: primary, color: onPrimary }
  const brand = (
    <div className={classes.brand}>
      {shown.url === null ? (
        <>
          {logo.trim() !== '' && !shown.failed && <span className={classes.logo}>{t.logo}</span>}
          <span dir="auto">{name}</span>
        </>
      ) : (
        <img src={shown.url} alt="" className={classes.image} />
      )}
    </div>
  )
  return (
    <figure aria-label={t.brandPreview} className={classes.figure}>
      <div className={classes.preview} aria-hidden="true">
        <div className={classes.page}>
          <div className={classes.head} style={head}>
            {brand}
            <div className={classes.title}>{t.trip}</div>
          </div>
          <div className={classes.body}>
            <span className={classes.button} style={head}>
              {t.roadbookPdf}
            </span>
          </div>
        </div>
        <div className={classes.cover} style={head}>
          {brand}
          <div className={classes.title}>{t.trip}</div>
          <svg viewBox="0 0 100 60" className={classes.art} aria-hidden="true">
            <path d="M0 30 25 12 45 28 70 8 100 26V60H0z" fill={onPrimary} opacity={0.16} />
            <path d="M0 44 30 30 60 44 100 32V60H0z" fill={onPrimary} opacity={0.24} />
            <path d="M4 54C24 50 30 40 48 40S70 30 92 22" fill="none" stroke={secondary} strokeWidth={3} />
          </svg>
        </div>
      </div>
      <Text component="figcaption" size="xs" c="dimmed" mt={4} mb="sm">
        {t.brandPreviewText} {shown.failed && <strong>{t.logoFailed}</strong>}
      </Text>
    </figure>
  )
}
