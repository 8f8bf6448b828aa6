import { toServerUrl } from '../../device/native.ts'
import { toInitials } from './initials.ts'
import { toMarbleColourNumber } from './marble.ts'

/** The picture of a person, or else the initials of the person on a coloured marble. */
export function Avatar({ name, picture }: { name: string; picture?: string | null | undefined }) {
  if (picture) return <img className="avatar" src={toServerUrl(picture)} alt="" width={44} height={44} />
  return (
    <span className="avatar" data-marble={toMarbleColourNumber(name)} aria-hidden="true">
      {toInitials(name)}
    </span>
  )
}
