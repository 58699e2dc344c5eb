/** Opens the page as travellers will see it, on any day. In a frame without rights: its scripts do not run and it cannot use the session. */
import type { ReleaseRecord } from '@guidebook/client'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import classes from './preview-button.module.css'

export function PreviewButton({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const [opened, { open, close }] = useDisclosure(false)
  const page = useQuery({
    queryKey: [account.id, 'release', release.link, 'page'],
    queryFn: async () => (await client.releases.downloadPage({ account: account.id, release: release.link })).text(),
    enabled: opened,
  })
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="external" size={16} />} onClick={open}>
        {t.preview}
      </Button>
      <Modal opened={opened} onClose={close} title={t.preview} size="lg" closeButtonProps={{ 'aria-label': t.close }}>
        <Loaded query={page}>
          {(html) => <iframe title={t.preview} sandbox="" srcDoc={html} className={classes.frame} />}
        </Loaded>
      </Modal>
    </>
  )
}
