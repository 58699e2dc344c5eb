import { Code, Group, Stack, Text } from '@mantine/core'
import { useAccount, useSettings } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loaded } from '../ui/states.tsx'
import { keysOfPerson } from './keys-of-person.ts'

/** What a person loses, and the keys with which they keep access until somebody revokes them. */
export function KeysThatRemain({ text, email }: { text: string; email: string }) {
  const t = useTexts()
  const { account } = useAccount()
  const query = useSettings({ refetch: true })
  return (
    <Stack gap="sm">
      <Text size="sm">{text}</Text>
      <Loaded query={query}>
        {({ keys }) => {
          const remaining = keysOfPerson(email, keys)
          if (remaining.length === 0) return <Text size="sm">{t.noPersonKeys}</Text>
          return (
            <>
              <Text size="sm">{t.personKeys}</Text>
              <Group gap="xs">
                {remaining.map(({ id, prefix }) => (
                  <Code key={id}>{prefix}…</Code>
                ))}
              </Group>
              <TextLink to="/o/$oid/settings/keys" params={{ oid: account.oid }} size="sm">
                {t.keys}
              </TextLink>
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
