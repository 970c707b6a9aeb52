/** What a person sees if a field keeps another value than the one that was sent, by object and field. */
const SEEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bundle: {
    name: 'A user does not find a bundle under the name that they gave it.',
    patches: 'A user who downloads a bundle gets other patches than were put into it.',
    public: 'A bundle that should be private is visible to everybody, or a shared one to nobody.',
  },
  user: {
    first_name: 'A user who corrects their first name is still displayed with another one.',
    last_name: 'A user who corrects their last name is still displayed with another one.',
    'settings.send_email': 'A user who turns notifications off still gets mail, or gets none.',
    'settings.items_per_page': 'A user who chooses the length of pages gets another length.',
    'settings.show_ids': 'A user who chooses to see ids does not see them, or the reverse.',
  },
  project: {
    web_url: 'The link to the web page of the project leads nowhere, or to an old page.',
    scm_url: 'A client that clones the repository of the project gets an error, or an old one.',
    webscm_url: 'The link to the web view of the repository leads nowhere, or to an old one.',
    list_archive_url:
      'The link to the archive of the mailing list leads nowhere, or to an old one.',
    list_archive_url_format: 'The links from each mail to the list archive are missing or broken.',
    commit_url_format: 'The links from applied patches to their commits are missing or broken.',
  },
  'patch comment': {
    addressed: 'A maintainer sees a comment as open that was dealt with, or the reverse.',
  },
  check: {
    state: 'A maintainer sees a failed test as passed, or the reverse.',
    target_url: 'A maintainer who opens the log of a test finds none, or another one.',
    context: 'The result of a test is displayed under another name, and may hide that of another.',
    description: 'A maintainer does not see why a test failed.',
  },
};

/** The effect on people if a field of an object (`bundle`, `name`) does not keep what was sent. */
export function lostValue(what: string, field: string): string {
  return (
    SEEN[what]?.[field] ??
    `A user who sets \`${field}\` of a ${what} and looks at it again sees another value.`
  );
}

/** The effect on people if an invalid value of a field is not refused. */
export function invalidValue(what: string, field: string): string {
  return `A user who enters an invalid \`${field}\` of a ${what} gets no message: it is dropped, or stored and displayed.`;
}
