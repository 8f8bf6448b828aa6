import type { personFilters } from '#contract/desk.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { ListRows, RowLink } from '../lists/list-rows.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries } from '../queries.ts'
import { PersonDetail, PersonTags } from './person-detail.tsx'

const filters: ListFilterLabels<(typeof personFilters)[number]> = {
  all: ['Everybody'],
  applications: ['Applications'],
  admins: ['Admins'],
  partners: ['Partners'],
  banned: ['Banned'],
  guests: ['Guests'],
}

/**
 * The desk page of people. The query of the URL holds the search and the filter; the fragment holds the id of the open
 * person.
 */
export function Screen() {
  const address = useListUrl(filters, 'all')
  const { filter, search, chosen, close } = address
  const list = usePagedList(deskQueries.people({ search, filter }))

  return (
    <DeskPageFrame at="/desk/people" title="People">
      <SplitView
        chosen={chosen}
        hint="Choose somebody to see more of them."
        list={
          <>
            <ListFilter {...address} searchLabel="Find by name or email" />
            <ListRows list={list} summary={({ total }) => summarise(total, search)}>
              {(person) => (
                <li>
                  <RowLink
                    to={`#${person.id}`}
                    picture={<Avatar name={person.name} picture={person.profilePicture} />}
                    at={person.lastSeenAt}
                  >
                    <b>{person.name}</b>
                    <span className="soft">{person.email}</span>
                    <PersonTags person={person} />
                  </RowLink>
                </li>
              )}
            </ListRows>
          </>
        }
      >
        <PersonDetail key={chosen} id={chosen} onClose={close} onChange={list.replaceRow} />
      </SplitView>
    </DeskPageFrame>
  )
}

function summarise(total: number, search: string): string {
  if (total > 0) return formatCountWithNoun(total, 'person', 'people')
  return search ? `Nobody is called “${search}”, and no email has it.` : 'There is nobody here.'
}
