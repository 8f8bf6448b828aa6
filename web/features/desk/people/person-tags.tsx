import type { Person } from '#contract/desk.ts'

/** Tags for the ban, the application and the roles of a person. */
export function PersonTags({ person }: { person: Person }) {
  const tags = [
    person.bannedAt !== null && ['Banned', 'grave'],
    person.partnerApplicationAt !== null && ['Asks to be a partner', 'asks'],
    ...person.roles.map((role) => [role, 'role']),
    person.guest && ['Guest', 'plain'],
  ].filter((tag) => tag !== false)
  if (tags.length === 0) return null
  return (
    <span className="tags">
      {tags.map(([words, kind]) => (
        <span key={words} className="tag" data-kind={kind}>
          {words}
        </span>
      ))}
    </span>
  )
}
