import { Stack, Text } from '@mantine/core'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { toDisplay } from './display-text.ts'
import { missingLanguages } from './missing-languages.ts'

type ByLanguage = Readonly<Record<string, string>>

/** Names and descriptions in each language, with marks for missing ones. HTML is shown as text and never runs. */
export function Translations({ names, descriptions }: { names: ByLanguage; descriptions: ByLanguage }) {
  const t = useTexts()
  const formats = useFormats()
  const languages = [...new Set([...Object.keys(names), ...Object.keys(descriptions)])]
  const missing = missingLanguages(names, descriptions)
  return (
    <Card title={t.texts}>
      <Stack>
        {languages.map((language) => (
          <section key={language} lang={language}>
            <Text size="xs" c="dimmed" component="div">
              {formats.language(language)}{' '}
              {missing.includes(language) && <StateBadge tone="warning">{t.descriptionMissing}</StateBadge>}
            </Text>
            <Text fw={600} dir="auto">
              {names[language] || t.nameMissing}
            </Text>
            {descriptions[language] !== undefined && (
              <Text size="sm" dir="auto" className="pre-line">
                {toDisplay(descriptions[language])}
              </Text>
            )}
          </section>
        ))}
      </Stack>
    </Card>
  )
}
