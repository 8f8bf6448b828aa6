import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Person } from '#contract/desk.ts'
import { useAction } from '../../../api/use-action.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { Tags } from '../../../ui/tag.tsx'
import { DetailPanel } from '../lists/split-view.tsx'
import { LogEntries } from '../log/log-entries.tsx'
import { deskQueries } from '../queries.ts'
import { PartnerApplication, PersonLoginControls, PersonRoleControls } from './person-access.tsx'
import { PersonRecords } from './person-records.tsx'

interface PersonDetailProps {
  id: string
  onClose: () => void
  onChange: (person: Person) => void
}

export function PersonDetail({ id, onClose, onChange }: PersonDetailProps) {
  const client = useQueryClient()
  const options = deskQueries.person(id)
  const query = useQuery(options)
  const { data, refetch } = query
  const action = useAction()
  const { withProof, dialog } = useOwnerProofDialog('Roles decide what somebody may do here.')

  const changed = (person: Person) => {
    client.setQueryData(options.queryKey, (detail) => detail && { ...detail, person })
    onChange(person)
    refetch()
  }
  const access = { action, withProof, onChange: changed }

  return (
    <DetailPanel query={query} onClose={onClose}>
      {data && (
        <>
          <header className="bar desk-person">
            <Avatar name={data.person.name} picture={data.person.profilePicture} />
            <div>
              <h2 id="detail" tabIndex={-1}>
                {data.person.name}
              </h2>
              <p>
                <a href={`mailto:${data.person.email}`}>{data.person.email}</a>
              </p>
            </div>
          </header>
          <PersonTags person={data.person} />
          <p className="soft">
            Joined <RelativeTime at={data.person.createdAt} />
            {data.person.lastSeenAt !== null && (
              <>
                , last seen <RelativeTime at={data.person.lastSeenAt} />
              </>
            )}
            .
          </p>
          <PartnerApplication {...access} person={data.person} />
          <PersonRoleControls {...access} person={data.person} />
          <PersonLoginControls {...access} person={data.person} sessions={data.sessions} onSignedOut={refetch} />
          <PersonRecords id={id} />
          <section className="card-part" aria-labelledby="history">
            <h3 id="history">What was done</h3>
            <DamagedRowsNote rows={data.damaged} />
            <LogEntries entries={data.log} toOne emptyMessage="Nothing yet." />
          </section>
          <ActionOutcome {...action} />
          {dialog}
        </>
      )}
    </DetailPanel>
  )
}

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
