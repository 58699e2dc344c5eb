import { Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  title: string
  lead?: ReactNode
  /** Of the heading: 3 below another heading of the page. */
  order?: 2 | 3
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page, with its heading as its name. */
export function Card({ title, lead, order = 2, actions, children }: CardProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <div className={classes.heading}>
          <Title order={order} size="h4" id={id} tabIndex={-1} dir="auto">
            {title}
          </Title>
          {lead !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  )
}
