import { Center, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import type { IconName } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

export function NotFoundPage() {
  const t = useTexts()
  return (
    <Notice icon="search" title={t.noPage} text={t.noPageText} action={<ButtonLink to="/">{t.toHome}</ButtonLink>} />
  )
}

/** With the navigation of the account. */
export function NoPageOfAccount() {
  const t = useTexts()
  return (
    <Page title={t.noPage}>
      <Text>{t.noPageText}</Text>
    </Page>
  )
}

interface NoticeProps {
  icon: IconName
  title: string
  text: string
  action: ReactNode
}

/** A page without navigation. */
export function Notice({ icon, title, text, action }: NoticeProps) {
  const heading = (
    <Title order={1} size="h3">
      {title}
    </Title>
  )
  return (
    <Center mih="100vh" component="main">
      <Empty icon={icon} title={heading} action={action}>
        {text}
      </Empty>
    </Center>
  )
}
