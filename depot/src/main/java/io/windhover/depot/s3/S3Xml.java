package io.windhover.depot.s3;

import io.windhover.depot.DepotFailure;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The little XML that S3 speaks. */
final class S3Xml {
  private S3Xml() {}

  /** Texts of all elements of a name. */
  static List<String> all(String xml, String name) throws DepotFailure {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    List<String> texts = new ArrayList<>();
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamReader.START_ELEMENT && reader.getLocalName().equals(name)) {
          texts.add(reader.getElementText());
        }
      }
      return texts;
    } catch (XMLStreamException e) {
      throw new DepotFailure("S3 answered what is no XML: " + e.getMessage(), e);
    }
  }

  static String only(String xml, String name) throws DepotFailure {
    List<String> all = all(xml, name);
    if (all.size() != 1) {
      throw new DepotFailure("S3 answered without one " + name);
    }
    return all.get(0);
  }

  /** Why something was refused, as far as S3 says it. */
  static String problem(String xml) {
    try {
      return String.join(" ", all(xml, "Code")) + " " + String.join(" ", all(xml, "Message"));
    } catch (DepotFailure e) {
      return "";
    }
  }

  /** Tells S3 which parts make up an object. */
  static byte[] parts(List<String> tags) {
    var xml = new StringBuilder("<CompleteMultipartUpload>");
    for (int part = 1; part <= tags.size(); part++) {
      xml.append("<Part><PartNumber>")
          .append(part)
          .append("</PartNumber><ETag>")
          .append(tags.get(part - 1).replace("&", "&amp;").replace("<", "&lt;"))
          .append("</ETag></Part>");
    }
    return xml.append("</CompleteMultipartUpload>").toString().getBytes(StandardCharsets.UTF_8);
  }
}
