import type { Guidebook } from '@guidebook/client'
import { Stack, Text } from '@mantine/core'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage } from '../i18n/texts.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { type MissingTexts, missingTexts } from './missing-texts.ts'

/** The languages of the guidebook, with the texts that are missing in each. */
export function LanguagesCard({ guidebook }: { guidebook: Guidebook }) {
  const { t, language } = useLanguage()
  const formats = useFormats()
  const named = ({ title, description, stages, items }: MissingTexts) => [
    ...(title ? [t.title] : []),
    ...(description ? [t.description] : []),
    ...stages.map((number) => t.titleOfStage({ n: String(number) })),
    ...items.map(({ names, customId }) => t.nameOfEntry({ name: nameOf(names, language, customId) })),
  ]
  return (
    <Card title={t.languages}>
      <Stack gap="sm">
        {missingTexts(guidebook).map((missing) => (
          <div key={missing.language}>
            <Text size="sm" component="span" fw={500}>
              {formats.language(missing.language)}
            </Text>{' '}
            {missing.count === 0 ? (
              <StateBadge tone="good">{t.complete}</StateBadge>
            ) : (
              <StateBadge tone="warning">{t.textsMissing({ n: missing.count })}</StateBadge>
            )}
            {missing.count > 0 && (
              <Text component="details" size="sm">
                <summary>{t.missingTexts}</summary>
                <ul className="plain-list">
                  {named(missing).map((text) => (
                    <li key={text} dir="auto">
                      {text}
                    </li>
                  ))}
                </ul>
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Card>
  )
}
