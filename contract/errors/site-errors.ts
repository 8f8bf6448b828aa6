import type { ErrorDefinitions } from './error-texts.ts'

/** The errors that any part of the site answers with. */
export const siteErrors = {
  bad_request: { status: 400, message: 'The request could not be understood. Check the address and what was sent.' },
  picture_unreadable: {
    status: 400,
    message: 'That file is not a picture this site can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
  },
  picture_too_large: {
    status: 400,
    message: 'That picture has too many pixels. Choose one of at most 50 million pixels, such as 8,000 by 6,000.',
  },
  file_unsupported: {
    status: 400,
    message:
      'A page can have pictures, MP4, WebM, MP3, M4A, Ogg, FLAC and WAV files, PDFs and ZIP archives. Choose one.',
  },
  message_missing: { status: 400, message: 'Write what the notice says.' },
  message_too_long: { status: 400, message: 'That notice is too long. Use at most 300 characters.' },
  too_many_links: { status: 400, message: 'A notice has at most 3 links. Remove some.' },
  link_invalid: {
    status: 400,
    message: 'A link needs a name and an address that begins with https://, http:// or a single slash.',
  },
  end_before_start: { status: 400, message: 'It would end before it starts. Choose a later end.' },
  time_zone_unknown: { status: 400, message: 'That time zone is not known. Choose another one.' },
  report_unreadable: { status: 400, message: 'That is no error report this site can read. Send a Sentry envelope.' },
  note_too_long: { status: 400, message: 'That note is too long. Use at most 500 characters.' },
  foreign_origin: { status: 403, message: 'Only the pages of this site may make this call.' },
  not_found: { status: 404, message: 'There is nothing at this address. Check it for a typing mistake.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method. The Allow header lists those it does.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  backup_running: {
    status: 409,
    message: 'A backup is being made already. Wait until it is complete.',
  },
  notice_changed: {
    status: 409,
    message:
      'This notice was changed elsewhere in the meantime. Copy what you have written, then show the saved notice.',
  },
  precondition_failed: {
    status: 412,
    message: 'The file is not the version asked for. Ask again without a condition.',
  },
  payload_too_large: { status: 413, message: 'What was sent is too large. Send less at once.' },
  unsupported_media_type: {
    status: 415,
    message: 'This kind of content is not understood here. Send application/json.',
  },
  range_not_satisfiable: { status: 416, message: 'The file does not have the part asked for. Ask for the whole file.' },
  too_many_requests: { status: 429, message: 'You tried too often. Wait a little, then try again.' },
  headers_too_large: {
    status: 431,
    message: 'The address or the headers are too long. Clear the cookies of this site and try again.',
  },
  internal: { status: 500, message: 'Something broke on our side and has been noted. Try again in a moment.' },
  busy: { status: 503, message: 'The server is busy. Try again in a few seconds.' },
  database_unavailable: {
    status: 503,
    message: 'Our database cannot be used at this moment, so this may not have been saved. Try again in a few seconds.',
  },
} as const satisfies ErrorDefinitions
