# Generated from _sync/__init__.py by `npm run generate`: change it there.
