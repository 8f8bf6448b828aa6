import type { ManagedKitchen } from '#contract/kitchen.ts'
import './editing.css'

/** Whether the reader may change the kitchen: its owners and admins may. Staff may only mark items as sold out. */
export const mayEdit = ({ role }: ManagedKitchen): boolean => role !== 'staff'

/** Tells staff why they cannot change the page. */
export function StaffNote({ kitchen, readable }: { kitchen: ManagedKitchen; readable: string }) {
  if (mayEdit(kitchen)) return null
  const owners = kitchen.members.filter(({ role }) => role === 'owner').map(({ name }) => name)
  return (
    <p className="note">
      You work here as staff: you can read {readable}, and only owners change {owners.length > 0 ? 'it. Ask ' : 'it.'}
      {owners.length > 0 && `${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(owners)}.`}
    </p>
  )
}
