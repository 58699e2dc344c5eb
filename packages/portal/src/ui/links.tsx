/** Links of the application that look like Mantine's. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Html<Props> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> }

export const TextLink = createLink((props: AnchorProps & Html<AnchorProps>) => <Anchor {...props} />)

export const ButtonLink = createLink((props: ButtonProps & Html<ButtonProps>) => <Button component="a" {...props} />)
