import type { Person as PersonFacts, personFilters } from '#contract/desk.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { When } from '../../../kit/when.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { Filters } from '../lists/filters.tsx'
import { DeskPage } from '../lists/parts.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { Rows, Split } from '../lists/split.tsx'
import { useList } from '../lists/use-list.ts'
import { useListAddress } from '../lists/use-list-address.ts'
import { deskQueries } from '../queries.ts'
import { Person } from './person.tsx'
import { PersonTags } from './person-tags.tsx'

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
export function Screen() {
  const { filter, search, typed, setTyped, choose, chosen, close } = useListAddress(filterNames, 'all', 'filter')
  const list = useList(deskQueries.people({ search, filter }), (first, more) => ({
    ...more,
    people: [...first.people, ...more.people],
  }))

  const replace = (person: PersonFacts) =>
    list.setPages((page) => ({ ...page, people: page.people.map((one) => (one.id === person.id ? person : one)) }))

  return (
    <DeskPage at="/desk/people" title="People">
      <Split
        chosen={chosen}
        list={
          <>
            <search className="stack desk-search">
              <SearchField label="Find by name or email" typed={typed} onType={setTyped} />
              <Filters names={filters} chosen={filter} onChoose={choose} />
            </search>
            <Rows list={list} summary={({ total }) => howMany(total, search)}>
              {({ people }) =>
                people.map((person) => (
                  <Row key={person.id}>
                    {() => (
                      <li>
                        <a href={`#${person.id}`} aria-current={person.id === chosen || undefined}>
                          <Avatar
                            name={person.name}
                            {...(person.profilePicture && { picture: person.profilePicture })}
                          />
                          <span className="row-words">
                            <b>{person.name}</b>
                            <span className="soft">{person.email}</span>
                            <PersonTags person={person} />
                          </span>
                          <span className="soft row-time">
                            {person.lastSeenAt !== null && <When at={person.lastSeenAt} />}
                          </span>
                        </a>
                      </li>
                    )}
                  </Row>
                ))
              }
            </Rows>
          </>
        }
      >
        {chosen ? (
          <Person key={chosen} id={chosen} onClose={close} onChange={replace} />
        ) : (
          <p className="soft empty">Choose somebody to see more of them.</p>
        )}
      </Split>
    </DeskPage>
  )
}

function howMany(total: number, search: string): string {
  if (total === 0) return search ? `Nobody is called “${search}”, and no email has it.` : 'There is nobody here.'
  return total === 1 ? '1 person' : `${total} people`
}
