import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { listPeople, Person as PersonFacts, personFilters } from '#contract/desk.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Avatar } from '../kit/avatar.tsx'
import { When } from '../kit/when.tsx'
import { Filters } from './filters.tsx'
import { DeskPage, More, Problem } from './parts.tsx'
import { Person } from './person.tsx'
import { PersonTags } from './person-tags.tsx'
import { useAnswer, useMore } from './use-answer.ts'
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

/** How long the search waits for the next letter. */
const TYPING_MS = 200

/** Everybody with an account: the search and the filter stand in the address, and after the # who is looked at. */
export function People() {
  const { search: query, hash, pathname } = useLocation()
  const navigate = useNavigate()
  const address = useRef({ query, hash })
  useEffect(() => {
    address.current = { query, hash }
  }, [query, hash])
  const asked = new URLSearchParams(query)
  const filter = (Object.keys(filters) as Filter[]).find((name) => name === asked.get('filter')) ?? 'all'
  const search = asked.get('search') ?? ''
  const chosen = hash.slice(1)
  const list = useReturn(chosen)
  const [typed, setTyped] = useState(search)

  const path = `/people?${new URLSearchParams({ search, filter })}` as const
  const answer = useAnswer<Page>(path)
  const rest = useMore(path, answer, (first, more) => ({ ...more, people: [...first.people, ...more.people] }))
  const { data, asking, problem, reload, setData } = answer

  /** On top of what the address says by then: while a search waits, somebody may be chosen. */
  const show = (next: { search?: string; filter?: Filter }) => {
    const params = new URLSearchParams(address.current.query)
    for (const [name, value] of Object.entries(next)) {
      if (value && value !== 'all') params.set(name, value)
      else params.delete(name)
    }
    navigate({ pathname, search: params.toString(), hash: address.current.hash }, { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is searched for once it rests.
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => show({ search: typed.trim() }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const close = () => navigate({ pathname, search: query }, { replace: true })
  const replace = (person: PersonFacts) =>
    setData((page) => ({ ...page, people: page.people.map((one) => (one.id === person.id ? person : one)) }))

  return (
    <DeskPage at="/desk/people" title="People">
      <div className="desk-split" data-open={chosen !== '' || undefined}>
        <div className="desk-list" ref={list}>
          <search className="desk-search">
            <label>
              Find by name or email
              <input
                type="search"
                autoComplete="off"
                maxLength={200}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
            <Filters names={filters} chosen={filter} onChoose={(name) => show({ filter: name })} />
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
