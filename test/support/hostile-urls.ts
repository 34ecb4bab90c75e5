/** Every way to write a place that is not a public name, that we could think of or find. */
export const HOSTILE_URLS = [
  // Not https, or not a URL at all.
  ...['http://example.com/', 'HTTP://example.com', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'example.com/hook',
    '//example.com/',
    'https:example.com',
    'https:///x',
  ],
  ...['https://', 'https:// example.com/', ' https://example.com/', 'https://example.com/\n', 'https://exa\tmple.com/'],
  ...[
    'https://example.com\\@127.0.0.1/',
    'https:\\\\example.com',
    'https://example.com\0/',
    'https://exam\u00a0ple.com/',
  ],
  ...['https://exam\u2028ple.com', 'https://[', 'https://[::1', 'https://%31%32%37.0.0.1/', 'https://127%2e0%2e0%2e1/'],
  // Credentials, which hide the host from people.
  ...['https://user@example.com/', 'https://user:secret@example.com/', 'https://example.com@127.0.0.1/'],
  ...['https://@example.com/', 'https://example.com:443@169.254.169.254/', 'https://:@example.com/'],
  // Loopback and private IPv4, in every spelling.
  ...['https://127.0.0.1/', 'https://127.1/', 'https://127.0.1/', 'https://2130706433/', 'https://0x7f000001/'],
  ...[
    'https://0x7f.0.0.1/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0177.0x0.0.1/',
  ],
  ...['https://127.0.0.1./', 'https://１２７.０.０.１/', 'https://①②⑦.⓪.⓪.①/', 'https://127。0。0。1/', 'https://0/'],
  ...['https://0.0.0.0/', 'https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/'],
  ...[
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
  ],
  ...[
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://192.0.0.192/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
  ],
  ...[
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://203.0.113.9/',
    'https://256.1.1.1/',
  ],
  // IPv6, with IPv4 inside of it too.
  ...[
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
  ],
  ...[
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
  ],
  ...[
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
  ],
  ...[
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
    'https://[3fff::1]/',
    'https://[5f00::1]/',
  ],
  // Public addresses, but no names.
  ...['https://8.8.8.8/', 'https://134744072/', 'https://[2606:4700:4700::1111]/', 'https://1.1/'],
  // Names that lead home.
  ...[
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://a.localhost/',
  ],
  ...[
    'https://metadata/',
    'https://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://x.INTERNAL/',
  ],
  ...[
    'https://printer.local/',
    'https://a.test/',
    'https://a.invalid/',
    'https://abc.onion/',
    'https://intranet/',
    'https://kubernetes/',
  ],
  // Ports and names that are none.
  ...['https://example.com:22/', 'https://example.com:80/', 'https://example.com:0/', 'https://example.com:65536/'],
  ...['https://example.com:6379/', 'https://-a.example.com/', 'https://a..example.com/', 'https://exa$mple.com/'],
  ...[`https://${'a'.repeat(64)}.com/`, `https://${'a.'.repeat(130)}com/`, `https://example.com/${'a'.repeat(2_048)}`],
];
