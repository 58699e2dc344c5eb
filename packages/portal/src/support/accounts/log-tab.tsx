import { ChangesTable } from '../system/changes-table.tsx'
import { useOpenAccount } from './account.tsx'

export function LogTab() {
  const { id } = useOpenAccount()
  return <ChangesTable account={id} />
}
