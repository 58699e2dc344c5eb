import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { Loaded } from '../ui/states.tsx'
import classes from './guidebooks.module.css'
import { coverQuery } from './queries.ts'

/** The stored cover. The client loads it, because an address of an image cannot name the account. */
export function StoredCover({ customId, version, name }: { customId: string; version: number; name: string }) {
  const { account, client } = useAccount()
  const query = useQuery(coverQuery(client, account.id, customId, version))
  return <Loaded query={query}>{(image) => <CoverImage image={image} name={name} />}</Loaded>
}

export function CoverImage({ image, name }: { image: Blob; name: string }) {
  const t = useTexts()
  const url = useObjectUrl(image)
  const [failed, setFailed] = useState<string | null>(null)
  if (url !== null && failed === url) return <Text size="sm">{t.imageNotSupported}</Text>
  if (url === null) return null
  return <img src={url} alt={t.coverOf({ name })} className={classes.cover} onError={() => setFailed(url)} />
}
