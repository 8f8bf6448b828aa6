import type { Person } from '#contract/desk.ts'
import { Tags } from '../../../ui/tag.tsx'

/** Tags for the ban, the application and the roles of a person. */
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
