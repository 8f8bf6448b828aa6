import type { Person, personFilters } from '#contract/desk.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { When } from '../../../kit/when.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { ChoiceChips } from '../lists/choice-chips.tsx'
import { DeskPage } from '../lists/desk-page.tsx'
import { ListRows } from '../lists/list-rows.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { useListAddress } from '../lists/use-list-address.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries } from '../queries.ts'
import { PersonDetail } from './person-detail.tsx'
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

/** The desk page of people. The query of the address holds the search and the filter, the fragment the open person. */
export function Screen() {
  const { filter, search, typed, setTyped, choose, chosen, close } = useListAddress(filterNames, 'all', 'filter')
  const list = usePagedList(deskQueries.people({ search, filter }), (first, more) => ({
    ...more,
    people: [...first.people, ...more.people],
  }))

  const replace = (person: Person) =>
    list.setPages((page) => ({ ...page, people: page.people.map((one) => (one.id === person.id ? person : one)) }))

  return (
    <DeskPage at="/desk/people" title="People">
      <SplitView
        chosen={chosen}
        list={
          <>
            <search className="stack desk-search">
              <SearchField label="Find by name or email" typed={typed} onType={setTyped} />
              <ChoiceChips names={filters} chosen={filter} onChoose={choose} />
            </search>
            <ListRows list={list} summary={({ total }) => summarise(total, search)}>
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
            </ListRows>
          </>
        }
      >
        {chosen ? (
          <PersonDetail key={chosen} id={chosen} onClose={close} onChange={replace} />
        ) : (
          <p className="soft empty">Choose somebody to see more of them.</p>
        )}
      </SplitView>
    </DeskPage>
  )
}

function summarise(total: number, search: string): string {
  if (total === 0) return search ? `Nobody is called “${search}”, and no email has it.` : 'There is nobody here.'
  return total === 1 ? '1 person' : `${total} people`
}
