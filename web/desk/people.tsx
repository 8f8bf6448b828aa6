import type { listPeople, Person as PersonFacts, personFilters } from '#contract/desk.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Avatar } from '../kit/avatar.tsx'
import { When } from '../kit/when.tsx'
import { Filters } from './filters.tsx'
import { DeskPage, More, Problem } from './parts.tsx'
import { Person } from './person.tsx'
import { PersonTags } from './person-tags.tsx'
import { SearchField } from './search-field.tsx'
import { useAnswer, useMore } from './use-answer.ts'
import { useListAddress } from './use-list-address.ts'
import { useReturn } from './use-return.ts'
import './lists.css'

type Page = Reply<typeof listPeople>
type Filter = (typeof personFilters)[number]

const filters: Record<Filter, string> = {
  all: 'Everybody',
  applications: 'Applications',
  admins: 'Admins',
  partners: 'Partners',
  banned: 'Banned',
  guests: 'Guests',
}

const filterNames = Object.keys(filters) as Filter[]

/** Everybody with an account: the search and the filter stand in the address, and after the # who is looked at. */
export function People() {
  const { filter, search, typed, setTyped, choose, chosen, close } = useListAddress(filterNames, 'all', 'filter')
  const list = useReturn(chosen)

  const path = `/people?${new URLSearchParams({ search, filter })}` as const
  const answer = useAnswer<Page>(path)
  const rest = useMore(path, answer, (first, more) => ({ ...more, people: [...first.people, ...more.people] }))
  const { data, asking, problem, reload, setData } = answer

  const replace = (person: PersonFacts) =>
    setData((page) => ({ ...page, people: page.people.map((one) => (one.id === person.id ? person : one)) }))

  return (
    <DeskPage at="/desk/people" title="People">
      <div className="desk-split" data-open={chosen !== '' || undefined}>
        <div className="desk-list" ref={list}>
          <search className="desk-search">
            <SearchField label="Find by name or email" typed={typed} onType={setTyped} />
            <Filters names={filters} chosen={filter} onChoose={choose} />
          </search>
          {problem && <Problem words={problem} onRetry={reload} />}
          <p className="desk-soft desk-count" role="status">
            {data ? howMany(data.total, search) : !problem && 'Loading …'}
          </p>
          {data && (
            <ul className="desk-rows" aria-busy={asking || problem !== ''}>
              {data.people.map((person) => (
                <li key={person.id}>
                  <a href={`#${person.id}`} aria-current={person.id === chosen || undefined}>
                    <Avatar name={person.name} {...(person.profilePicture && { picture: person.profilePicture })} />
                    <span className="desk-row-words">
                      <b>{person.name}</b>
                      <span className="desk-soft">{person.email}</span>
                      <PersonTags person={person} />
                    </span>
                    <span className="desk-soft desk-row-time">
                      {person.lastSeenAt !== null && <When at={person.lastSeenAt} />}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          <More {...rest} />
        </div>
        <div className="desk-detail">
          {chosen ? (
            <Person key={chosen} id={chosen} onClose={close} onChange={replace} />
          ) : (
            <p className="desk-soft desk-empty">Choose somebody to see more of them.</p>
          )}
        </div>
      </div>
    </DeskPage>
  )
}

function howMany(total: number, search: string): string {
  if (total === 0) return search ? `Nobody is called “${search}”, and no email has it.` : 'There is nobody here.'
  return total === 1 ? '1 person' : `${total} people`
}
