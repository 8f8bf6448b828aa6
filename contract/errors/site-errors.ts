import { defineErrors } from './error-texts.ts'

/** The errors that any part of the site answers with. */
export const siteErrors = {
  ...defineErrors(400, {
    bad_request: 'The request could not be understood. Check the address and what was sent.',
    picture_unreadable: 'That file is not a picture this site can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
    picture_too_large:
      'That picture has too many pixels. Choose one of at most 50 million pixels, such as 8,000 by 6,000.',
    file_unsupported:
      'A page can have pictures, MP4, WebM, MP3, M4A, Ogg, FLAC and WAV files, PDFs and ZIP archives. Choose one.',
    message_missing: 'Write what the notice says.',
    message_too_long: 'That notice is too long. Use at most 300 characters.',
    too_many_links: 'A notice has at most 3 links. Remove some.',
    link_invalid: 'A link needs a name and an address that begins with https://, http:// or a single slash.',
    end_before_start: 'It would end before it starts. Choose a later end.',
    time_zone_unknown: 'That time zone is not known. Choose another one.',
    report_unreadable: 'That is no error report this site can read. Send a Sentry envelope.',
    note_too_long: 'That note is too long. Use at most 500 characters.',
  }),
  ...defineErrors(403, { foreign_origin: 'Only the pages of this site may make this call.' }),
  ...defineErrors(404, { not_found: 'There is nothing at this address. Check it for a typing mistake.' }),
  ...defineErrors(405, {
    method_not_allowed: 'This address does not take that method. The Allow header lists those it does.',
  }),
  ...defineErrors(408, { request_timeout: 'The request took too long to arrive. Try again.' }),
  ...defineErrors(409, {
    backup_running: 'A backup is being made already. Wait until it is complete.',
    notice_changed:
      'This notice was changed elsewhere in the meantime. Copy what you have written, then show the saved notice.',
  }),
  ...defineErrors(412, {
    precondition_failed: 'The file is not the version asked for. Ask again without a condition.',
  }),
  ...defineErrors(413, { payload_too_large: 'What was sent is too large. Send less at once.' }),
  ...defineErrors(415, {
    unsupported_media_type: 'This kind of content is not understood here. Send application/json.',
  }),
  ...defineErrors(416, { range_not_satisfiable: 'The file does not have the part asked for. Ask for the whole file.' }),
  ...defineErrors(429, { too_many_requests: 'You tried too often. Wait a little, then try again.' }),
  ...defineErrors(431, {
    headers_too_large: 'The address or the headers are too long. Clear the cookies of this site and try again.',
  }),
  ...defineErrors(500, { internal: 'Something broke on our side and has been noted. Try again in a moment.' }),
  ...defineErrors(503, {
    busy: 'The server is busy. Try again in a few seconds.',
    database_unavailable:
      'Our database cannot be used at this moment, so this may not have been saved. Try again in a few seconds.',
  }),
}
