from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any, Dict

from brickwork_client import WebhookVerificationError, verify_webhook

KEY = b"0123456789abcdef0123456789abcdef"
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
BODY = json.dumps({"type": "run.succeeded", "text": "ñ"}).encode()
AT = 1_760_000_000


def mac(body: bytes = BODY, at: int = AT, key: bytes = KEY) -> bytes:
    return hmac.new(key, f"evt_1.{at}.".encode() + body, hashlib.sha256).digest()


def standard(**changed: str) -> Dict[str, str]:
    signature = f"v1a,xx v1,{base64.b64encode(mac()).decode()}"
    return {"Webhook-Id": "evt_1", "webhook-timestamp": str(AT), "webhook-signature": signature, **changed}


def own(**changed: str) -> Dict[str, str]:
    return {
        "Service-Event-Id": "evt_1",
        "Service-Timestamp": str(AT),
        "Service-Signature": f"v1={mac().hex()}",
        **{name.replace("_", "-"): value for name, value in changed.items()},
    }


class TestVerification(unittest.TestCase):
    def verify(self, headers: Any, body: bytes = BODY, age: float = 10, **options: Any) -> Any:
        return verify_webhook(body, headers, **{"secret": SECRET, "now": lambda: AT + age, **options})

    def test_accepts_both_families(self) -> None:
        for headers in [standard(), own(), {name: [value] for name, value in standard().items()}]:
            self.assertEqual(self.verify(headers)["type"], "run.succeeded")
        renamed = {name.replace("Service", "Acme"): value for name, value in own().items()}
        self.assertEqual(self.verify(renamed, header_prefix="Acme")["text"], "ñ")

    def test_accepts_either_secret_while_one_is_exchanged(self) -> None:
        other = f"whsec_{base64.b64encode(b'other').decode()}"
        self.assertTrue(self.verify(standard(), secret=[other, SECRET]))
        previous = own(Service_Signature=f"v1={mac(key=b'new').hex()}", Service_Signature_Previous=f"v1={mac().hex()}")
        self.assertTrue(self.verify(previous))

    def test_says_what_is_wrong(self) -> None:
        for fault, headers, more in [
            ("missing_headers", {"webhook-id": "evt_1"}, {}),
            ("bad_timestamp", {**standard(), "webhook-timestamp": "soon"}, {}),
            ("too_old", standard(), {"age": 301}),
            ("too_old", standard(), {"age": -301}),
            ("too_old", own(), {"age": 25 * 3600 + 1}),
            ("bad_signature", standard(), {"body": BODY + b" "}),
            ("bad_signature", {**standard(), "Webhook-Id": "evt_2"}, {}),
            ("bad_signature", {**standard(), "webhook-signature": "v1,%%% v2,abc"}, {}),
            ("bad_signature", own(Service_Signature="v1=zz,"), {}),
            ("bad_secret", standard(), {"secret": "whsec_%"}),
        ]:
            with self.assertRaises(WebhookVerificationError) as caught:
                self.verify(headers, **more)
            self.assertEqual(caught.exception.fault, fault)

    def test_days_old_events_are_fine_in_the_services_own_headers(self) -> None:
        self.assertTrue(self.verify(own(), age=20 * 3600))


if __name__ == "__main__":
    unittest.main()
