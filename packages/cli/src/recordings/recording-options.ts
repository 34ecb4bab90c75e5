import { Option } from 'commander';

export function languageOption(): Option {
  return new Option('--language <code>', 'what is spoken, such as en or de; guessed by default');
}

export function channelsOption(): Option {
  return new Option(
    '--channels <sides>',
    'who is on each channel of a stereo recording: agent,customer or customer,agent; - where nobody knows',
  );
}
