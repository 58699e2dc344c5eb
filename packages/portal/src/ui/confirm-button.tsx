/** A button that asks for confirmation. */
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Failure } from './states.tsx'

interface ConfirmProps extends ButtonProps {
  label: string
  icon?: IconName
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  confirmLabel: string
  act: () => Promise<unknown>
  danger?: boolean
}

export function ConfirmButton({
  label,
  icon,
  title,
  children,
  confirmLabel,
  act,
  danger = true,
  ...button
}: ConfirmProps) {
  const t = useTexts()
  const [opened, { open, close }] = useDisclosure(false)
  const action = useMutation({ mutationFn: act, onSuccess: close })
  const ask = () => {
    action.reset()
    open()
  }
  return (
    <>
      <Button
        variant="default"
        {...(icon !== undefined && { leftSection: <Icon name={icon} /> })}
        {...button}
        onClick={ask}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t.close }}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {action.isError && <Failure error={action.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t.cancel}
            </Button>
            <Button {...(danger && { color: 'red.9' })} loading={action.isPending} onClick={() => action.mutate()}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
