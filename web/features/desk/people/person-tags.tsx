import type { Person } from '#contract/desk.ts'
import { Tags } from '../../../ui/tag.tsx'

export const PersonTags = ({ person }: { person: Person }) => (
  <Tags
    tags={[
      person.bannedAt !== null && ['Banned', 'grave'],
      person.partnerApplicationAt !== null && ['Asks to be a partner', 'asks'],
      ...person.roles.map((role) => [role, 'role'] as const),
      person.guest && ['Guest', 'plain'],
    ]}
  />
)
